"""Holds the example receiver against the published vectors: python3 vectors.py RECEIVER.PY VECTORS.JSON"""

import importlib.util
import json
import sys

spec = importlib.util.spec_from_file_location("receiver", sys.argv[1])
receiver = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(receiver)

with open(sys.argv[2], encoding="utf-8") as file:
    vectors = json.load(file)["vectors"]
for vector in vectors:
    try:
        receiver.verify(vector["body"].encode(), vector["header"], vector["secret"], vector["now"])
        verdict = "accept"
    except receiver.Refused:
        verdict = "refuse"
    print(json.dumps({"name": vector["name"], "verdict": verdict}))
