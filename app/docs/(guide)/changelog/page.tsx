import { DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { Retired } from '../../_components/retired'
import { Guide } from '../../_guides/guide'
import { Inline } from '../../_reference/inline'
import { readChangelog } from './read-changelog'

export const generateMetadata = titled('changelog')

const idOf = (name: string) => `v-${name.toLowerCase().replace(/\W+/g, '-')}`

export default async function ChangelogPage() {
  const releases = await readChangelog()
  return (
    <Guide name="changelog">
      <Retired isQuiet />
      <div lang="en" className="grid gap-12">
        {releases.map(({ name, kinds }) => (
          <DocSection key={name} id={idOf(name)} title={name}>
            {kinds.map((kind) => (
              <div key={kind.name}>
                <h3 className="mb-2 font-semibold">{kind.name}</h3>
                <ul className="grid list-disc gap-2 pl-5">
                  {kind.lines.map((line) => (
                    <li key={line}>
                      <Inline text={line} />
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </DocSection>
        ))}
      </div>
    </Guide>
  )
}
