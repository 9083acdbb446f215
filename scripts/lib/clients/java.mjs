/** A Java client by openapi-generator, and a program that uses it. */
import { writeInto } from './write-into.mjs'

export const GENERATOR = '7.25.0'

/** @param {string} generator @param {Record<string, string>} options */
export const generatorPom = (generator, options) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>signet</groupId><artifactId>generate-${generator}</artifactId><version>1</version><packaging>pom</packaging>
  <build><plugins><plugin>
    <groupId>org.openapitools</groupId><artifactId>openapi-generator-maven-plugin</artifactId><version>${GENERATOR}</version>
    <executions><execution><phase>generate-sources</phase><goals><goal>generate</goal></goals><configuration>
      <inputSpec>\${project.basedir}/../openapi.json</inputSpec>
      <generatorName>${generator}</generatorName>
      <output>\${project.basedir}/client</output>
      <generateApiTests>false</generateApiTests><generateModelTests>false</generateModelTests>
      <configOptions>${Object.entries(options)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join('')}</configOptions>
    </configuration></execution></executions>
  </plugin></plugins></build>
</project>
`

const USE = `package use;

import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AppsApi;
import org.openapitools.client.api.CompanyApi;
import org.openapitools.client.model.ClientType;
import org.openapitools.client.model.CreateAppRequest;

public class Use {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("SIGNET_URL"));
    client.setBearerToken(System.getenv("SIGNET_API_KEY"));
    CreateAppRequest request = new CreateAppRequest().name("Java").addRedirectUrisItem(java.net.URI.create("https://shop.example/callback"))
        .addScopesItem("email").clientType(ClientType.CONFIDENTIAL);
    System.out.println(new CompanyApi(client).getCompany().getName() + ": " + new AppsApi(client).createApp(request, null).getClientId());
  }
}
`

/** @param {import('./step.mjs').Work} work */
export async function javaClient({ folder, run, isUsed }) {
  writeInto(folder, 'pom.xml', generatorPom('java', { hideGenerationTimestamp: 'true' }))
  await run('mvn', ['-q', '-B', 'generate-sources'])
  writeInto(folder, 'client/src/main/java/use/Use.java', USE)
  await run('mvn', ['-q', '-B', '-DskipTests', '-f', 'client/pom.xml', 'compile'])
  if (isUsed) await run('mvn', ['-q', '-B', '-f', 'client/pom.xml', 'org.codehaus.mojo:exec-maven-plugin:3.5.0:java', '-Dexec.mainClass=use.Use'])
}
