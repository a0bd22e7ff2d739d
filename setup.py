"""Names the packages; everything else about the project stands in pyproject.toml.

`modules/`, the data of the games, has no code and so cannot find itself. A wheel holds it as
`tabuleiro_modules`, a folder beside the package `tabuleiro`; in an editable install the program
reads it where it is, in the source tree.
"""

from setuptools import find_packages, setup

FRAMEWORK = find_packages("framework")
PLUGINS = find_packages("plugins")
DATA = ("mo", "po", "json", "svg", "jpg", "png", "sql", "wav", "yaml")

setup(
    packages=[*FRAMEWORK, *PLUGINS, "tabuleiro_modules"],
    package_dir={
        "": "framework",
        **{name: "plugins/" + name.replace(".", "/") for name in PLUGINS},
        "tabuleiro_modules": "modules",
    },
    package_data={
        "": ["py.typed", *(f"**/*.{kind}" for kind in DATA)],
        "tabuleiro": ["template/**/*.in"],
        "tabuleiro_modules": ["**/*"],
    },
)
