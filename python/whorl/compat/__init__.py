"""Classes with the interfaces of other libraries, built on the sketches of whorl."""
