"""The kinds of data that whorl reads, one module for each library that they come from.

No module here imports its library: it runs only if the caller gave an object of that library.
So `import whorl` stays fast.
"""
