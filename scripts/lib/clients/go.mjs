/** A Go client by openapi-generator, and a program that uses it. */
import { generatorPom } from './java.mjs'
import { writeInto } from './write-into.mjs'

const USE = `package main

import (
	"context"
	"fmt"
	"os"

	signet "github.com/signet/client"
)

func main() {
	settings := signet.NewConfiguration()
	settings.Servers = signet.ServerConfigurations{{URL: os.Getenv("SIGNET_URL")}}
	settings.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("SIGNET_API_KEY"))
	client := signet.NewAPIClient(settings)
	request := signet.NewCreateAppRequest("Go", []string{"https://shop.example/callback"}, []string{"email"})
	request.SetClientType(signet.CLIENTTYPE_CONFIDENTIAL)
	company, _, err := client.CompanyAPI.GetCompany(context.Background()).Execute()
	if err == nil {
		var app *signet.CreatedApp
		if app, _, err = client.AppsAPI.CreateApp(context.Background()).CreateAppRequest(*request).Execute(); err == nil {
			fmt.Printf("%s: %s\\n", company.GetName(), app.GetClientId())
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
`

/** @param {import('./step.mjs').Work} work */
export async function goClient({ folder, run, isUsed }) {
  const options = { packageName: 'signet', enumClassPrefix: 'true', hideGenerationTimestamp: 'true' }
  const pom = generatorPom('go', options).replace('<configOptions>', '<gitUserId>signet</gitUserId><gitRepoId>client</gitRepoId><configOptions>')
  writeInto(folder, 'pom.xml', pom)
  await run('mvn', ['-q', '-B', 'generate-sources'])
  writeInto(folder, 'client/use/main.go', USE)
  await run('go', ['mod', 'tidy'], 'client')
  await run('go', ['build', './...'], 'client')
  if (isUsed) await run('go', ['run', './use'], 'client')
}
