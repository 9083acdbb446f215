import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, tally } from './bench'
import { judgeLevel } from './judge-level'

/**
 * Photographs of real specimens, from a folder of one's own: nothing of it is in the repository. Beside `x.jpg` may stand
 * `x.txt` with the lines of its zone; without it only what was accepted can be counted.
 */
export async function measurePhotographs({ examiner, say }: Bench, folder: string | undefined) {
  if (!folder) return
  const files = readdirSync(folder).filter((file) => /\.(jpe?g|png|webp)$/i.test(file))
  const answers: string[] = []
  let [known, exact] = [0, 0]
  for (const file of files) {
    const { document } = await examiner.ask({ reader: 'engine', document: readFileSync(join(folder, file)) })
    const reached = judgeLevel(document, undefined)
    answers.push(reached.level === 'none' ? reached.failure : reached.level === 'zone' ? `zone (${reached.shortfall})` : 'page')
    const truth = join(folder, file.replace(/\.\w+$/, '.txt'))
    if (!existsSync(truth)) continue
    known++
    if (document.ok && document.reading.mrz.join('\n') === readFileSync(truth, 'utf8').trim()) exact++
  }
  say(`photographs of real specimens: ${files.length}; ${exact} of ${known} with a known zone exact; answers: ${tally(answers)}`)
}
