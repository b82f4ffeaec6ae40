// Finds old words in all files tracked by git: code, comments, tests, docs and screen texts. Usage: node
// tools/words/main.ts [path ...]
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkWords } from './check-words.ts'

const root = join(import.meta.dirname, '..', '..')
const paths = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(ts|tsx|mjs|js|json|md|css|html|sh|yml|yaml)$/.test(file))
const hits = files.flatMap((file) => checkWords(file, textOf(file)))
for (const { file, line, word, use } of hits) console.error(`${file}:${line}: "${word}", now: ${use}`)
console.error(`Words: ${files.length} files, ${hits.length} old words`)
process.exit(hits.length === 0 && files.length > 0 ? 0 : 1)

/** Empty for a file that git still lists but that no longer exists. */
function textOf(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return ''
  }
}
