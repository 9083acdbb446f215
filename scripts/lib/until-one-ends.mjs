/** A service is all of its parts: when one ends by itself, the command says so and ends with its exit code. */

/** @returns {Promise<number>} */
export async function untilOneEnds(programs, database, lifetime) {
  const ends = programs.map(async ({ name, exited }) => ({ name, code: (await exited).code }))
  if (database.exited) ends.push(database.exited.then(() => ({ name: 'embedded database', code: 1 })))
  const { name, code } = await Promise.race(ends)
  if (!lifetime.isEnding()) console.error(`\nThe ${name} ended by itself with code ${code}: see what it said above.`)
  return code || 1
}
