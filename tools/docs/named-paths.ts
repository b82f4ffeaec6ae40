import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOMS = /^(apps|packages|tools|docs|tests|bin)\//

export interface NamedPath {
  readonly page: string
  readonly path: string
  readonly exists: boolean
}

/** Every repository path on a page, in code spans and in links. */
export function namedPaths(root: string): NamedPath[] {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
    const spans = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '').filter((span) => ROOMS.test(span))
    const links = [...text.matchAll(/(?:\]\(|(?:src|srcset)=")([^)"#:\s]+)(?=[)"#])/g)].map((match) =>
      relative(root, join(root, dirname(page), match[1] ?? '')),
    )
    return [...spans, ...links].map((path) => ({ page, path, exists: existsSync(join(root, withoutTail(path))) }))
  })
}

/** `kernel.ts:40` and `features/*` name the file and the folder. */
function withoutTail(path: string): string {
  return path.replace(/:\d+$/, '').replace(/[^/]*[*{<].*$/, '')
}
