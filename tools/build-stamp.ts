import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What goes into the browser's bundle; a change in any of it asks for a new build. */
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/tsr.config.json',
  'apps/web/package.json',
  'packages/contracts/src',
  'packages/domain/src',
  'packages/indicators/src',
  'packages/metrics/src',
  'packages/script/api',
  'packages/script/src',
  'pnpm-lock.yaml',
]

export function isBuilt(root: string): boolean {
  const stamp = stampFile(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root)
}

export function markBuilt(root: string): void {
  writeFileSync(stampFile(root), sourceHash(root))
}

function stampFile(root: string): string {
  return join(root, 'apps', 'web', 'dist', '.sources')
}

function sourceHash(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    for (const file of files(path)) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function files(path: string): string[] {
  const entries = readdirOrFile(path)
  if (entries === null) return [path]
  return entries.flatMap((entry) => files(join(path, entry)))
}

function readdirOrFile(path: string): string[] | null {
  try {
    return readdirSync(path).sort()
  } catch {
    return null
  }
}
