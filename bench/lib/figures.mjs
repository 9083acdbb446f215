import { writeFileSync } from 'node:fs'

/**
 * Lines of a measurement: said as they come, and written beside the benchmark when it has run as a whole.
 * @param {string} title
 */
export function createFigures(title) {
  /** @type {string[]} */
  const lines = []
  return {
    /** @param {string} line */
    say(line) {
      console.log(line)
      lines.push(line)
    },
    /** @param {string} file */
    write: (file) => writeFileSync(file, `# ${title}, measured\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`),
  }
}
