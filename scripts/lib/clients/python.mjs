/** A Python client by openapi-python-client, and a program that uses it. */
import { writeInto } from './write-into.mjs'

const USE = `import os, sys
sys.path.insert(0, "client")
from signet_client import AuthenticatedClient
from signet_client.api.apps import create_app
from signet_client.api.company import get_company
from signet_client.models import ClientType, CreateAppRequest

assert {kind.value for kind in ClientType} == {"confidential", "public", "spa", "mobile", "native"}
request = CreateAppRequest(name="Python", redirect_uris=["https://shop.example/callback"], scopes=["email"], client_type=ClientType.CONFIDENTIAL)
if "SIGNET_API_KEY" in os.environ:
    with AuthenticatedClient(base_url=os.environ["SIGNET_URL"], token=os.environ["SIGNET_API_KEY"]) as client:
        print(get_company.sync(client=client).name + ": " + create_app.sync(client=client, body=request).client_id)
`

/** @param {import('./step.mjs').Work} work */
export async function pythonClient({ folder, run }) {
  await run('python3', ['-m', 'venv', 'venv'])
  await run('venv/bin/pip', ['install', '-q', 'openapi-python-client==0.29.1'])
  await run('venv/bin/openapi-python-client', ['generate', '--path', '../openapi.json', '--output-path', 'client', '--overwrite'])
  await run('venv/bin/python', ['-m', 'compileall', '-q', 'client'])
  writeInto(folder, 'use.py', USE)
  await run('venv/bin/python', ['use.py'])
}
