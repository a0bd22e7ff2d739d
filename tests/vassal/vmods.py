"""Modules of VASSAL, built from its documented format: sequences, traits, slots, saves, zips.

What is written here is written as VASSAL writes it: the reader is tried on it, and knows nothing
of this file.
"""

import io
import lzma
import struct
import zipfile
import zlib
from xml.sax.saxutils import escape, quoteattr

ESCAPE = "\x1b"


# ----------------------------------------------------------------------------------- sequences


def token(text, sign):
    """Write a text as a part of a sequence."""
    escaped = str(text).replace(sign, f"\\{sign}")
    text = str(text)
    quoted = text.endswith("\\") or (text.startswith("'") and text.endswith("'"))
    return f"'{escaped}'" if quoted else escaped


def sequence(parts, sign=";"):
    return sign.join(token(part, sign) for part in parts)


def nested(parts):
    """Write traits, or their states, one around the other, the outermost first."""
    *outer, whole = parts
    for part in reversed(outer):
        whole = sequence([part, whole], "\t")
    return whole


def piece(*traits, id="null"):
    """Write a piece of traits and states; the last one is the basic piece."""
    kinds = nested([kind for kind, _state in traits])
    states = nested([state for _kind, state in traits])
    return "+/" + sequence([id, kinds, states], "/")


# -------------------------------------------------------------------------------------- traits


def basic(image, name, *, gpid="", map="null", x=0, y=0, parts=5):
    """Write the innermost trait; before version 3.1 its state had three parts, then four."""
    state = sequence([map, x, y, gpid, 0][:parts])
    return f"piece;;;{token(image, ';')};{token(name, ';')}", state


def prototype(name):
    return f"prototype;{name}", ""


def layer(images, names=(), *, level=1, name="Layer", always=False, version=1, follows="", first=1):
    """Write a layer as since version 3.1 (`emb2`); in ``version`` 0 its keys are one letter."""
    names = names or [""] * len(images)
    key = "" if always and version == 0 else "A"
    kind = "emb2;" + sequence(
        ["Activate", 128, key, "Increase", 128, "]", "Decrease", 128, "[", "", "", 1, "false", 0, 0]
        + [sequence(images, ","), sequence(names, ","), "true", name, "", ""]
        + [str(bool(follows)).lower(), follows, first]
        + ([1, str(always).lower(), "65,130", "93,130", "91,130", "", "1.0"] if version else [])
    )
    return kind, str(level)


def old_layer(images, names=(), *, level=-1):
    """Write a layer as before version 3.1 (`emb`): the pictures stand at its end."""
    pairs = [sequence([i, n], ",") if n else i for i, n in zip(images, names, strict=False)]
    pairs = pairs or list(images)
    kind = "emb;" + sequence(["F", "Flip", "]", "Next", "[", "Last", 0, 0, *pairs])
    return kind, f"{level};"


def marker(**values):
    return f"mark;{sequence(values, ',')}", sequence(values.values(), ",")


def dynamic(name, value, *, numeric=False, low=0, high=100):
    limits = sequence([str(numeric).lower(), low, high, "false"], ",")
    command = sequence(["Change:68\\,130:P\\,Value"], ",")
    return "PROP;" + sequence([name, limits, command, ""]), str(value)


def label(text, *, name="TextLabel"):
    fields = ["76,130", "Change Label", 10, "", "0,0,0", "t", 0, "c", 0, "b", "c"]
    fields += ["$pieceName$ ($label$)", "Dialog", 0, 0, name, ""]
    return "label;" + sequence(fields), text


def rotate(facings, state=0):
    keys = ["82,130", "Rotate"] if facings == 1 else ["93,130", "91,130", "Right", "Left"]
    return "rotate;" + sequence([facings, *keys, "", "", "Rotate", ""]), str(state)


def mask(image, name="?", *, by=None, style="2"):
    kind = "obs;" + sequence(["70,130", image, "Flip", style, name, "player:", "Peek", ""])
    return kind, "null" if by is None else f"{by};"


def hide(*, by=None):
    return "hide;" + sequence(["73,130", "Invisible", "", "side:", "0.3"]), by or "null"


def immobile(select="", move="N"):
    return f"immob;{select};{move}", ""


def delete():
    return "delete;Delete;68,130", ""


def clone():
    return "clone;Clone;67,130", ""


def replace(spec):
    fields = ["Replace", "82,130", spec, "null", 0, 0, "true", "", "", "", 2, "false"]
    return "replace;" + sequence(fields), ""


def place(spec):
    fields = ["Place", "77,130", spec, "null", 0, 0, "false", "", "", "", 0, "false"]
    return "placemark;" + sequence(fields), ""


def other(kind, state=""):
    """Write a trait of which only its kind matters."""
    return kind, state


OTHERS = {
    "trail": "footprint;84\\,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;0;20;30;1.0",
    "mark-when-moved": "markmoved;/images/moved.gif;25;-25;Mark Moved;77,130",
    "area-of-effect": "AreaOfEffect;0,0,0;50;1;true;Show;65,130;;0;0;;",
    "send-to-location": "sendto;Send;83,130;Main Map;;0;0;;;0;0;0;0;L;0;0;;",
    "return-to-deck": "return;Discard;68,130;;Select destination;Discard;2;false;Discards",
    "restricted-access": "restrict;Axis,Allied;false;",
    "restrict-commands": "hideCmd;no;Hide;{x==1};80\\,130",
    "report-action": "report;57605\\,0;$newPieceName$;;;;Report;false",
    "trigger-action": "macro;Move;;57348,0,Go;;;57352\\,0\\,Stop;false;;;counted;;;;false;;1;1",
    "global-key-command": "globalkey;All;71,130;68,130;x=1;false;0;true;true;;-1;;",
    "global-hotkey": "globalhotkey;Key;75,130;76,130;",
    "set-global-property": "setprop;Sum;true,0,100,false;:57353\\,0:I\\,1;;Module;",
    "calculated-property": "calcProp;Strength;{Attack*2};",
    "move-fixed-distance": "translate;Step;84,130;0;60;true;0;0;0;0;",
    "pivot": "pivot;Pivot;80,130;0;0;60;true;",
    "non-rectangular": "nonRect2;;A;1;",
    "property-sheet": "propertysheet;Sheet;0;0,0,0;0Name;",
    "submenu": "submenu;More;A,B",
    "menu-separator": "menuSeparator;Sep;",
    "play-sound": "playSound;Beep;66,130;beep.wav;false",
    "action-button": "button;65,130;-10;-10;20;20;;",
    "deselect": "deselect;Deselect;75,130;",
    "translatable-message": "locmsg;Text;;Some text",
    "comment": "cmt;A note of the author",
    "mat": "mat;Lord;",
    "mat-cargo": "matPiece;Cargo;true;100;100;;",
}
"""Traits that are told and not taken over, one of each kind."""


# ------------------------------------------------------------------------------------ elements


PACKAGE = "VASSAL.build."
SHORT = {
    "Game": f"{PACKAGE}GameModule",
    "Map": f"{PACKAGE}module.Map",
    "PrivateMap": f"{PACKAGE}module.PrivateMap",
    "PlayerHand": f"{PACKAGE}module.PlayerHand",
    "BoardPicker": f"{PACKAGE}module.map.BoardPicker",
    "Board": f"{PACKAGE}module.map.boardPicker.Board",
    "HexGrid": f"{PACKAGE}module.map.boardPicker.board.HexGrid",
    "SquareGrid": f"{PACKAGE}module.map.boardPicker.board.SquareGrid",
    "RegionGrid": f"{PACKAGE}module.map.boardPicker.board.RegionGrid",
    "Region": f"{PACKAGE}module.map.boardPicker.board.Region",
    "ZonedGrid": f"{PACKAGE}module.map.boardPicker.board.ZonedGrid",
    "Zone": f"{PACKAGE}module.map.boardPicker.board.mapgrid.Zone",
    "HexGridNumbering": f"{PACKAGE}module.map.boardPicker.board.mapgrid.HexGridNumbering",
    "SquareGridNumbering": f"{PACKAGE}module.map.boardPicker.board.mapgrid.SquareGridNumbering",
    "SetupStack": f"{PACKAGE}module.map.SetupStack",
    "DrawPile": f"{PACKAGE}module.map.DrawPile",
    "PieceSlot": f"{PACKAGE}widget.PieceSlot",
    "CardSlot": f"{PACKAGE}widget.CardSlot",
    "TabWidget": f"{PACKAGE}widget.TabWidget",
    "ListWidget": f"{PACKAGE}widget.ListWidget",
    "PanelWidget": f"{PACKAGE}widget.PanelWidget",
    "Chart": f"{PACKAGE}widget.Chart",
    "SpecialDie": f"{PACKAGE}module.SpecialDie",
    "SpecialDieFace": f"{PACKAGE}module.SpecialDieFace",
    "CounterTurnLevel": f"{PACKAGE}module.turn.CounterTurnLevel",
    "ListTurnLevel": f"{PACKAGE}module.turn.ListTurnLevel",
    "TurnTracker": f"{PACKAGE}module.turn.TurnTracker",
    "MapSubFolder": f"{PACKAGE}module.folder.MapSubFolder",
    "Zoomer": f"{PACKAGE}module.map.Zoomer",
    "MassKeyCommand": f"{PACKAGE}module.map.MassKeyCommand",
    "GlobalProperties": f"{PACKAGE}module.properties.GlobalProperties",
    "GlobalProperty": f"{PACKAGE}module.properties.GlobalProperty",
    "entry": "entry",
    "setup": "setup",
    "option": "option",
}


def element(tag, *children, content="", **attributes):
    """Write an element; its tag is put into the package of VASSAL where it belongs."""
    name = SHORT.get(tag, f"{PACKAGE}module.{tag}")
    said = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items())
    return f"<{name}{said}>{escape(content)}{''.join(children)}</{name}>"


def slot(definition, name="", *, gpid="", card=False, width=50):
    kind = "CardSlot" if card else "PieceSlot"
    return element(kind, content=definition, entryName=name, gpid=gpid, width=width, height=width)


def board(name, image="", *grids, **attributes):
    return element("Board", *grids, name=name, image=image, reversible="false", **attributes)


def window(name, *children, boards=(), chosen="", tag="Map", **attributes):
    picked = [element("setup", content=chosen)] if chosen else []
    picker = element("BoardPicker", *picked, *boards, title="Boards")
    return element(tag, picker, *children, mapName=name, **attributes)


def stack(name, *slots, x=0, y=0, board="", location=""):
    more = {"location": location, "useGridLocation": "true"} if location else {}
    if board:
        more["owningBoard"] = board
    return element("SetupStack", *slots, name=name, x=x, y=y, **more)


def deck(name, *slots, x=0, y=0, shuffle="Always", face_down="Always", **attributes):
    return element("DrawPile", *slots, name=name, x=x, y=y, shuffle=shuffle, faceDown=face_down,
                   **attributes)  # fmt: skip


def palette(*slots, name="Pieces"):
    panel = element("PanelWidget", *slots, entryName="Panel")
    tabs = element("TabWidget", element("ListWidget", panel, entryName="List"), entryName="Tabs")
    return element("PieceWindow", tabs, name=name)


def prototypes(**definitions):
    inside = (
        element("PrototypeDefinition", content=text, name=name)
        for name, text in definitions.items()
    )
    return element("PrototypesContainer", *inside)


def roster(*sides):
    return element("PlayerRoster", *(element("entry", content=side) for side in sides))


def build_file(*children, name="Test", version="1.0", vassal="3.7.0", tag="Game"):
    root = element(tag, *children, name=name, version=version, VassalVersion=vassal)
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{root}'.encode()


# ------------------------------------------------------------------------------------- pictures


def png(width=60, height=60, colour=(200, 180, 120)):
    """Write a picture of one colour."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    row = b"\0" + bytes(colour) * width
    rows = zlib.compress(row * height, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def svg(width=60, height=60):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="#a0b080"/></svg>'
    ).encode()


def gif(width=20, height=20):
    """Write a picture of one colour, whose pixels are packed in the plainest way."""
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    frame = b"," + struct.pack("<HHHHB", 0, 0, width, height, 0)
    bits = "".join("001" + "000"[::-1] for _pixel in range(width * height)) + "101"
    raw = bytes(int(bits[n : n + 8][::-1].zfill(8), 2) for n in range(0, len(bits), 8))
    blocks = [raw[n : n + 255] for n in range(0, len(raw), 255)]
    return head + frame + b"\x02" + b"".join(bytes([len(b)]) + b for b in blocks) + b"\0;"


# ---------------------------------------------------------------------------------------- zips


def vmod(path, built, files=(), *, build_name="buildFile.xml", pictures=(), data=True):
    """Write a module; ``pictures`` are names for which small pictures are made."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(build_name, built)
        if data:
            archive.writestr("moduledata", b'<?xml version="1.0"?><data version="1"/>')
        for name in pictures:
            archive.writestr(f"images/{name}", svg() if name.endswith(".svg") else png())
        for name, content in dict(files).items():
            archive.writestr(name, content)
    return path


def obfuscated(text, key=0x5A):
    """Write a saved game as until version 3.7."""
    raw = text.encode()
    return b"!VCSK" + f"{key:02x}".encode() + bytes(b ^ key for b in raw).hex().encode()


def packed(text):
    """Write a saved game as since version 3.8."""
    return lzma.compress(text.encode())


def save(*commands, writing=obfuscated):
    """Write a saved game: a zip with the commands that lay it out."""
    text = sequence(["begin_save", *commands, "end_save"], ESCAPE)
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", writing(text))
        archive.writestr("moduledata", b"<data/>")
    return whole.getvalue()


def heap(id, map, x, y, *pieces):
    state = sequence([map, x, y, *pieces, "@@-1"])
    return "+/" + sequence([id, "stack", state], "/")


def dealt(id, map, x, y, name, *pieces, face_down=True):
    """Write a deck with what is left in it."""
    fields = ["false", "0,0,0", 50, 70, "Always", "Always", "false", "false", "false"]
    fields += ["", "", "", name, *[""] * 30]
    state = sequence([map, x, y, str(face_down).lower(), sequence(pieces, ",")])
    return "+/" + sequence([id, "deck;" + sequence(fields), state], "/")


def boards_of(map, *placed):
    parts = [part for name, column, row in placed for part in (name, column, row)]
    return sequence([f"{map}BoardPicker", *parts], "\t")
