"""The JSON schema of the messages and the decoder agree."""

import json

import jsonschema_rs
import msgspec
from hypothesis import assume, example, given, settings

from mazziere.server.http.schema import messages_schema
from mazziere.wire.client import AnyFromClient
from tests.server.raw_frames import nearly

CHECK = jsonschema_rs.validator_for({**messages_schema(), "required": ["fromClient"]})


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(frame=nearly)
@example(f'{{"type":"move","id":"a","seat":1,"moves":["keep"],"expect":{2**53 - 1}}}')
@example(f'{{"type":"move","id":"a","seat":1,"moves":["keep"],"expect":{2**53}}}')
@example('{"type":"move","id":"a","seat":10,"moves":["keep"],"expect":1}')
@example('{"type":"hello","version":1,"last":null}')
@example(f'{{"type":"hello","version":{10**30}}}')
@example(f'{{"type":"mix","seat":0,"part":"{"0f" * 32}"}}')
@example(f'{{"type":"mix","seat":0,"part":"{"0F" * 32}"}}')
@example(f'{{"type":"say","seat":0,"text":"{"é" * 400}"}}')
@example(f'{{"type":"say","seat":0,"text":"{"é" * 401}"}}')
def test_the_schema_and_the_decoder_agree(frame: str) -> None:
    assume("NaN" not in frame and "Infinity" not in frame)  # not JSON
    try:
        msgspec.json.decode(frame, type=AnyFromClient)
        is_good = True
    except msgspec.DecodeError:
        is_good = False
    assert CHECK.is_valid({"fromClient": json.loads(frame)}) == is_good
