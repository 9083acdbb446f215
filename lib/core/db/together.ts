import { apartFromTransaction } from './open-transaction'
import { primaryOf } from './primaries'

/**
 * Asks for many what is wanted one by one: whatever comes while an answer is awaited goes into the next question. Nobody waits for
 * company, and no answer is older than its question.
 * @param ask answers what is known; the rest is undefined
 * @returns the question for one; it is asked outside of any open transaction
 */
export function together<Key, Answer>(ask: (keys: Key[]) => Promise<Map<Key, Answer>>): (key: Key) => Promise<Answer | undefined> {
  let gathered: { keys: Set<Key>; answers: Promise<Map<Key, Answer>> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  const gather = () => {
    const keys = new Set<Key>()
    const answers = last.then(() => {
      gathered = undefined
      return ask([...keys])
    })
    last = answers.catch(() => {})
    return { keys, answers }
  }

  return async (key) => {
    gathered ??= apartFromTransaction(gather)
    gathered.keys.add(key)
    return (await gathered.answers).get(key)
  }
}

/**
 * The same for rows of one primary each: a question about those of another one goes apart from it, and waits for nobody but its own.
 * @param shardOf where the rows of a key are
 */
export function togetherOnPrimary<Key, Answer>(ask: (keys: Key[]) => Promise<Map<Key, Answer>>, shardOf: (key: Key) => number) {
  const asking = new Map<number, (key: Key) => Promise<Answer | undefined>>()
  return (key: Key): Promise<Answer | undefined> => {
    const nth = primaryOf(shardOf(key))
    const askThere = asking.get(nth) ?? together(ask)
    asking.set(nth, askThere)
    return askThere(key)
  }
}
