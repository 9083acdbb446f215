import type { Bench } from './bench'
import { quantile } from './bench'
import { startExaminer } from './examiner'
import { LEVELS } from './levels'
import { inventScene, take } from './scene'

/** Pictures that are read again and again. */
const DIFFERENT = 12

/** What a process that only reads holds after a long run, faces aside. */
export async function measureMemory({ studio, say, seed }: Bench, count: number) {
  const pictures: Uint8Array[] = []
  for (let index = 0; index < DIFFERENT; index++) {
    const level = LEVELS[index % 3] as (typeof LEVELS)[number]
    pictures.push((await take(studio, inventScene(index % 2 ? 'TD1' : 'TD3', level, `${seed} memory ${index}`, index))).image)
  }
  const reader = startExaminer()
  const sizes: number[] = []
  for (let index = 0; index < count; index++)
    sizes.push((await reader.ask({ reader: 'engine', document: pictures[index % DIFFERENT] as Uint8Array })).memory)
  reader.stop()
  const at = (share: number) => `${sizes[Math.min(count - 1, Math.floor(count * share))]?.toFixed(0)}`
  say(
    `memory: of a reading process over ${count} readings, MiB after a tenth, half, all: ${at(0.1)}, ${at(0.5)}, ${at(1)}; median ${quantile(sizes, 0.5).toFixed(0)}, most ${Math.max(...sizes).toFixed(0)}`,
  )
}
