import { printed, type Recipe } from './recipe'

export const authlib: Recipe = {
  name: 'authlib',
  callback: '/callback',
  begin: '/log-in',
  install: async ({ run }) => {
    await run('python3', ['-m', 'venv', 'venv'])
    await run('venv/bin/pip', ['install', '-q', 'flask', 'authlib', 'requests'])
  },
  start: (place) => {
    const program = `import os
import secrets

from authlib.integrations.flask_client import OAuth
from flask import Flask

app = Flask(__name__)
app.secret_key = secrets.token_bytes(32)

${printed('authlib', place)}


@app.get('/log-in')
def begin():
    return signet.authorize_redirect('${place.redirectUri}')


@app.get('/callback')
def finish():
    return dict(signet.userinfo(token=signet.authorize_access_token()))


app.run(port=${new URL(place.origin).port})
`
    place.write('sign_in.py', program)
    return { command: 'venv/bin/python', args: ['sign_in.py'] }
  },
}

export const goOidc: Recipe = {
  name: 'go-oidc',
  callback: '/callback',
  begin: '/log-in',
  install: async ({ run, write }) => {
    write('go.mod', 'module recipe\n\ngo 1.25\n')
    write('imports.go', 'package main\n\nimport (\n\t_ "github.com/coreos/go-oidc/v3/oidc"\n\t_ "golang.org/x/oauth2"\n)\n')
    await run('go', ['get', 'github.com/coreos/go-oidc/v3/oidc@v3.21.0', 'golang.org/x/oauth2@v0.37.0'])
    await run('go', ['mod', 'tidy'])
  },
  start: async (place) => {
    place.write('sign_in.go', `package main\n\n${GO_IMPORTS}\n${printed('go-oidc', place)}\n${goMain(new URL(place.origin).port)}`)
    await place.run('go', ['build', '-o', 'sign-in', '.'])
    return { command: './sign-in', args: [] }
  },
}

const GO_IMPORTS = `import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)
`

const goMain = (port: string) => `
func main() {
	verifier := oauth2.GenerateVerifier()
	http.HandleFunc("/log-in", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, begin("state", "nonce", verifier), http.StatusSeeOther)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		person, err := finish(r.Context(), r.FormValue("code"), "nonce", verifier)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var claims map[string]any
		person.Claims(&claims)
		json.NewEncoder(w).Encode(claims)
	})
	http.ListenAndServe(":${port}", nil)
}
`

const SPRING = '4.1.2'

export const spring: Recipe = {
  name: 'spring',
  callback: '/login/oauth2/code/signet',
  begin: '/oauth2/authorization/signet',
  shows: '"refreshes":true',
  install: async ({ write, run }) => {
    write('pom.xml', POM)
    write('src/main/java/shop/Shop.java', JAVA_MAIN)
    await run('mvn', ['-q', '-B', 'dependency:go-offline'])
  },
  start: async (place) => {
    const [settings = '', java = ''] = printed('spring', place).split(/^\/\/ SecurityConfig\.java$/m)
    place.write('src/main/resources/application.yaml', `${settings}\nserver.port: ${new URL(place.origin).port}\n`)
    place.write('src/main/java/shop/SecurityConfig.java', `package shop;\n\n${JAVA_IMPORTS}\n${java}`)
    await place.run('mvn', ['-q', '-B', 'package'])
    return { command: 'java', args: ['-jar', 'target/recipe-1.jar'] }
  },
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>${SPRING}</version></parent>
  <groupId>shop</groupId><artifactId>recipe</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-webmvc</artifactId></dependency>
    <dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-security-oauth2-client</artifactId></dependency>
  </dependencies>
  <build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build>
</project>
`

const JAVA_MAIN = `package shop;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Shop {
  public static void main(String[] args) { SpringApplication.run(Shop.class, args); }

  @GetMapping("/")
  Map<String, Object> person(@AuthenticationPrincipal OidcUser user, @RegisteredOAuth2AuthorizedClient("signet") OAuth2AuthorizedClient client) {
    return Map.of("claims", user.getClaims(), "refreshes", client.getRefreshToken() != null);
  }
}
`

const JAVA_IMPORTS = `import org.springframework.context.annotation.*;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.*;
import org.springframework.security.web.SecurityFilterChain;
`
