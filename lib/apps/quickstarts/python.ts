import type { Quickstart, QuickstartValues } from '../quickstarts'
import { lines, quoted } from './lines'

/** @see https://docs.authlib.org */
export function pythonQuickstart({ issuer, clientId, redirectUri, scope, hasSecret }: QuickstartValues): Quickstart {
  const { pathname, port } = new URL(redirectUri)
  return {
    install: 'pip install flask authlib requests',
    file: 'sign_in.py',
    run: 'python sign_in.py',
    code: lines(
      hasSecret && 'import os',
      'import secrets',
      '',
      'from authlib.integrations.flask_client import OAuth, OAuthError',
      'from flask import Flask',
      '',
      'app = Flask(__name__)',
      'app.secret_key = secrets.token_bytes(32)',
      '',
      'signet = OAuth(app).register(',
      "    'signet',",
      `    client_id=${quoted(clientId)},`,
      hasSecret && "    client_secret=os.environ['CLIENT_SECRET'],",
      `    server_metadata_url=${quoted(`${issuer}/.well-known/openid-configuration`)},`,
      '    client_kwargs={',
      `        'scope': ${quoted(scope)},`,
      "        'code_challenge_method': 'S256',",
      !hasSecret && "        'token_endpoint_auth_method': 'none',",
      '    },',
      ')',
      '',
      '',
      "@app.get('/log-in')",
      'def begin():',
      `    return signet.authorize_redirect(${quoted(redirectUri)})`,
      '',
      '',
      `@app.get(${quoted(pathname)})`,
      'def finish():',
      '    try:',
      '        token = signet.authorize_access_token()  # checks state, nonce and signature',
      '    except OAuthError as fault:',
      "        return {'error': fault.error}, 400",
      '    return dict(signet.userinfo(token=token))',
      '',
      '',
      `app.run(port=${port || 4000})`,
    ),
  }
}
