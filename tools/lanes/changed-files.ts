import { spawnSync } from 'node:child_process'

/**
 * The files changed by a push: between `base` (the commit before the push, known to CI) and HEAD. Without a base, the
 * changes of HEAD against its parent; for a merge, against its first parent, which is everything that was merged. Null
 * if there is no such commit, as in a clone without history.
 */
export function changedFiles(root: string, base: string | undefined): string[] | null {
  const from = base === undefined || /^0*$/.test(base) ? 'HEAD^1' : base
  const result = spawnSync('git', ['diff', '--name-only', '--no-renames', from, 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (result.status !== 0) return null
  return result.stdout.split('\n').filter((line) => line !== '')
}
