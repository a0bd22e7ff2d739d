"""Rules that several games share, by subject, written as steps and functions over a situation.

Not here: rules of one game alone (its plugin has them), numbers (a module's `rules:` and tables),
and the turning of positions into events and rows (`engine`).

`families` puts rules together for games of one kind; `advice` says what is worth doing, for
computer players; `clauses` leads from a rule to the paragraph of the rulebook that a module names
for it, by the words of `clause_words`. What `rules:` of a module may say to a rule are the `Terms`
beside it.
"""
