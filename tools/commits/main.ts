// Checks the subjects of commits that are not on the upstream branch yet or, in CI, of the commits since CI_BASE.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { checkSubject } from './check-subject.ts'

const from = process.env['CI_BASE'] ?? '@{upstream}'
const root = join(import.meta.dirname, '..', '..')
const { status, stdout } = spawnSync('git', ['log', '--format=%s', `${from}..HEAD`], { cwd: root, encoding: 'utf8' })
// Without such a commit, as in a source archive, there is nothing to check.
const subjects = status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
const problems = subjects.flatMap((subject) => {
  const why = checkSubject(subject)
  return why === null ? [] : [`"${subject}" ${why}`]
})
for (const problem of problems) console.error(problem)
console.error(`Commits: ${subjects.length} subjects, ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
