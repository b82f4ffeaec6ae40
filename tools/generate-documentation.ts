// Puts the texts that the documentation is made from into a module of packages/documentation: the chapters of the guide
// and the typings of the script API. The package is pure, so it cannot read files. Like all generated files it is not in
// git; tools/run.mjs makes it before every command.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '../packages')
const guide = join(packages, 'documentation/guide')
const FILE = join(packages, 'documentation/src/sources.generated.ts')

/** Writes the module when it is missing or out of date. The typings of the indicators must exist. */
export function generateDocumentation(): void {
  const chapters = readdirSync(guide)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => ({ slug: file.replace(/^\d+-/, '').replace(/\.md$/, ''), text: read(join(guide, file)) }))
  const api = read(join(packages, 'script/api/tradeloom.d.ts'))
  const indicators = read(join(packages, 'script/api/indicators.generated.d.ts'))
  const text = `// Written by tools/generate-documentation.ts from packages/documentation/guide and packages/script/api.
/** The chapters of the guide in Markdown, in order. */
export const GUIDE: readonly { readonly slug: string; readonly text: string }[] = ${JSON.stringify(chapters, null, 2)}

/** The typings of everything in scope of a script, except the system indicators. */
export const API_TYPINGS: string = ${JSON.stringify(api)}

export const INDICATOR_TYPINGS: string = ${JSON.stringify(indicators)}
`
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
