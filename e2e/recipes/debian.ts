import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { quickstart } from '#lib/apps/quickstarts'
import { printed, type Recipe } from './recipe'

const LIBRARIES = 'usr/lib/x86_64-linux-gnu'

/** Debian's packages with all they need, unpacked into a folder: nothing on this machine changes. */
function unpack(folder: string, packages: string[]): string {
  const root = path.join(folder, 'root')
  if (existsSync(path.join(root, 'usr'))) return root
  const debs = path.join(folder, 'debs')
  for (const made of [root, debs]) mkdirSync(made, { recursive: true })
  const without = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`)
  const needed = execFileSync('apt-cache', ['depends', '--recurse', ...without, ...packages], { encoding: 'utf8' })
  // What every system has stays as it is here.
  const names = needed.split('\n').filter((name) => /^[a-z]/.test(name) && !/^(libc6|debconf.*|perl.*|dpkg|tar|libstdc.*|gcc.*)$/.test(name))
  execFileSync('apt-get', ['download', '-q', ...new Set(names)], { cwd: debs, stdio: 'ignore' })
  for (const deb of readdirSync(debs)) execFileSync('dpkg', ['-x', path.join(debs, deb), root])
  return root
}

const libraryPath = (root: string) => [`${root}/${LIBRARIES}`, `${root}/lib/x86_64-linux-gnu`].join(':')

const RUBY = 'usr/lib/ruby'

export const omniauth: Recipe = {
  name: 'omniauth',
  callback: '/auth/openid_connect/callback',
  begin: '/',
  presses: 'Log in',
  install: async ({ folder }) => void unpack(folder, ['ruby-omniauth-openid-connect', 'ruby-sinatra', 'ruby-webrick']),
  start: (place) => {
    const root = path.join(place.folder, 'root')
    place.write('app.rb', `${RUBY_HEAD}\n${printed('omniauth', place)}\nend\n\n${rubyMain(new URL(place.origin).port)}`)
    const library = ['vendor_ruby', '3.1.0'].flatMap((name) => [`${root}/${RUBY}/${name}`])
    const native = [`${root}/${LIBRARIES}/ruby/3.1.0`, `${root}/${LIBRARIES}/ruby/vendor_ruby/3.1.0`]
    const environment = {
      LD_LIBRARY_PATH: libraryPath(root),
      RUBYLIB: [...library, ...native].join(':'),
      GEM_PATH: ['share/rubygems-integration/all', 'share/rubygems-integration/3.1.0', 'lib/ruby/gems/3.1.0']
        .map((name) => `${root}/usr/${name}`)
        .join(':'),
    }
    return { command: `${root}/usr/bin/ruby3.1`, args: ['app.rb'], environment }
  },
}

const RUBY_HEAD = `require 'sinatra/base'
require 'omniauth'
require 'omniauth_openid_connect'

class Shop < Sinatra::Base
  set :sessions, secret: 'a secret of the server, ' * 4
  # The form of this test has no token of Rack's.
  OmniAuth.config.request_validation_phase = nil
`

const rubyMain = (port: string) => `class Shop
  get('/') { '<form method="post" action="/auth/openid_connect"><button>Log in</button></form>' }
  get('/auth/openid_connect/callback') { request.env['omniauth.auth'].to_json }
  get('/auth/failure') { [400, params.to_json] }
end

Rack::Handler::WEBrick.run(Shop, Port: ${port}, AccessLog: [])
`

export const apache: Recipe = {
  name: 'apache',
  app: { omit_iss_in_errors: true },
  callback: '/callback',
  begin: '/page.shtml',
  install: async ({ folder }) => void unpack(folder, ['apache2-bin', 'libapache2-mod-auth-openidc']),
  start: (place) => {
    const { folder, write } = place
    const root = path.join(folder, 'root')
    write('site/page.shtml', PAGE)
    write('mime.types', 'text/html html shtml\n')
    write('httpd.conf', apacheSettings(folder, new URL(place.origin).port, printed('apache', place)))
    const environment = { LD_LIBRARY_PATH: libraryPath(root), SESSION_SECRET: 'a secret of the server' }
    return { command: `${root}/usr/sbin/apache2`, args: ['-X', '-f', path.join(folder, 'httpd.conf')], environment }
  },
}

const PAGE = ['given_name', 'email', 'sub'].map((claim) => `"${claim}":"<!--#echo var="OIDC_CLAIM_${claim}" -->"`).join('\n')

const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'mime', 'include', 'auth_openidc']

const apacheSettings = (folder: string, port: string, settings: string) => `ServerRoot ${folder}
ServerName localhost
Listen ${port}
PidFile ${folder}/httpd.pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
${MODULES.map((name) => `LoadModule ${name}_module ${folder}/root/usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
TypesConfig ${folder}/mime.types
DocumentRoot ${folder}/site
AddType text/html .shtml
AddOutputFilter INCLUDES .shtml
<Directory ${folder}/site>
  Options +Includes
</Directory>
${settings}
`

/** The quickstart, whole. */
export const php: Recipe = {
  name: 'the PHP quickstart',
  callback: '/callback',
  begin: '/callback',
  install: async ({ folder }) => void unpack(folder, ['php8.2-cli', 'php8.2-curl']),
  start: ({ folder, write, issuer, clientId, redirectUri }) => {
    const root = path.join(folder, 'root')
    const app = { issuer, clientId, redirectUri, clientType: 'confidential', scopes: ['openid', 'given_name', 'email'] } as const
    const { file, code } = quickstart('php', app)
    write(file, code)
    const extensions = ['-d', `extension_dir=${root}/usr/lib/php/20220829`, '-d', 'extension=curl', '-d', `session.save_path=${folder}`]
    const args = [...extensions, '-S', new URL(redirectUri).host, file]
    return { command: `${root}/usr/bin/php8.2`, args, environment: { LD_LIBRARY_PATH: libraryPath(root) } }
  },
}
