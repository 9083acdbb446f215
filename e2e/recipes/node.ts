import { printed, type Recipe } from './recipe'

const PACKAGE = JSON.stringify({ private: true, type: 'module' })

const npm =
  (...packages: string[]): Recipe['install'] =>
  async ({ write, run }) => {
    write('package.json', PACKAGE)
    await run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages])
  }

const started = (file: string) => ({ command: process.execPath, args: [file] })

export const authJs: Recipe = {
  name: 'auth-js',
  callback: '/auth/callback/signet',
  begin: '/auth/signin',
  presses: 'Sign in with Signet',
  install: npm('express@5.3.0', '@auth/express@0.12.3'),
  start: (place) => {
    const provider = printed('auth-js', place)
    const server = `import { ExpressAuth, getSession } from '@auth/express'
import express from 'express'

const provider = ${provider}

const settings = { providers: [provider], secret: 'a secret of the server, in a test', trustHost: true }
const app = express()
app.set('trust proxy', true)
app.use('/auth', ExpressAuth(settings))
app.get('/', async (request, response) => response.json(await getSession(request, settings)))
app.listen(${new URL(place.origin).port})
`
    place.write('server.js', server)
    return started('server.js')
  },
}

export const passport: Recipe = {
  name: 'passport',
  callback: '/callback',
  begin: '/log-in',
  install: npm('express@5.3.0', 'express-session@1.19.0', 'passport@0.7.0', 'passport-openidconnect@0.1.2'),
  start: (place) => {
    const server = `import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'

const verify = (issuer, profile, done) => done(null, profile)
passport.use(${printed('passport', place)})
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: 'a secret of the server', resave: false, saveUninitialized: false }))
app.use(passport.session())
app.get('/log-in', passport.authenticate('openidconnect'))
app.get('/callback', passport.authenticate('openidconnect'), (request, response) => response.json(request.user))
app.listen(${new URL(place.origin).port})
`
    place.write('server.js', server)
    return started('server.js')
  },
}

/** AppAuth for what runs here; on a phone the same steps are AppAuth-iOS' and AppAuth-Android's. */
export const appAuth: Recipe = {
  name: 'native',
  clientType: 'native',
  callback: '/callback',
  begin: '/log-in',
  install: npm('@openid/appauth@1.4.0', 'esbuild@0.28.2'),
  start: async (place) => {
    const { write, run } = place
    // A browser that is asked to open an address leads to the begin of this test.
    write('bin/xdg-open', '#!/bin/sh\nprintf %s "$1" > address\n')
    await run('chmod', ['+x', 'bin/xdg-open'])
    write('app.js', printed('native', place))
    await run('npx', ['esbuild', 'app.js', '--bundle', '--platform=node', '--format=esm', '--outfile=bundle.mjs', `--banner:js=${REQUIRE}`])
    return { ...started('bundle.mjs'), environment: { PATH: `${place.folder}/bin:${process.env.PATH}` } }
  },
}

/** Parts of it are CommonJS. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`
