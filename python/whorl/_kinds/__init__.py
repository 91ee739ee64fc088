"""The kinds of data that whorl reads, one module for each library that they come from.

A module here imports its library only inside functions, which run only if the caller gave an
object of that library. So `import whorl` loads none of them.
"""
