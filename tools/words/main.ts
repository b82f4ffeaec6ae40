// Finds old words in everything that git tracks: code, comments, tests, docs and screen texts.
// Usage: node tools/words/main.ts [--check] [path ...]
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkWords } from './check-words.ts'

const root = join(import.meta.dirname, '..', '..')
const isCheck = process.argv.includes('--check')
const paths = process.argv.slice(2).filter((argument) => argument !== '--check')
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(ts|tsx|mjs|js|json|md|css|html|sh|yml|yaml)$/.test(file))
const hits = files.flatMap((file) => checkWords(file, textOf(file)))
const failing = hits.filter(({ isPending }) => !isPending)
// In the check only what fails is shown; called by hand, everything.
for (const { file, line, word, use } of isCheck ? failing : hits)
  console.error(`${file}:${line}: "${word}", now: ${use}`)
console.error(`Words: ${files.length} files, ${failing.length} old words, ${hits.length - failing.length} pending`)
process.exit(failing.length === 0 && files.length > 0 ? 0 : 1)

/** Empty for a file that git still lists but that is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return ''
  }
}
