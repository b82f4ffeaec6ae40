// Puts the texts that the documentation is made from into a module of packages/documentation: the chapters of the guides
// and the typings of the script API. The package is pure, so it cannot read files. Like all generated files it is not in
// git; tools/run.mjs makes it before every command.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '../packages')
const guide = join(packages, 'documentation/guide')
const api = join(packages, 'documentation/api')
const FILE = join(packages, 'documentation/src/sources.generated.ts')

/** Writes the module when it is missing or out of date. The typings of the indicators must exist. */
export function generateDocumentation(): void {
  const typings = read(join(packages, 'script/api/tradeloom.d.ts'))
  const indicators = read(join(packages, 'script/api/indicators.generated.d.ts'))
  const text = `// Written by tools/generate-documentation.ts from packages/documentation/guide and packages/script/api.
/** The chapters of the guide in Markdown, in order. */
export const GUIDE: readonly { readonly slug: string; readonly text: string }[] = ${JSON.stringify(chaptersIn(guide), null, 2)}

/** Those of the guide to the API for programs, with its examples. */
export const API_GUIDE: readonly { readonly slug: string; readonly text: string }[] = ${JSON.stringify(chaptersIn(api), null, 2)}

/** The typings of everything in scope of a script, except the system indicators. */
export const API_TYPINGS: string = ${JSON.stringify(typings)}

export const INDICATOR_TYPINGS: string = ${JSON.stringify(indicators)}
`
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}

/** The chapters in a folder, in order. `{{name}}` is the text of an example there, or of another file. */
function chaptersIn(folder: string): { slug: string; text: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => ({
      slug: file.replace(/^\d+-/, '').replace(/\.md$/, ''),
      text: read(join(folder, file)).replace(/^\{\{(.+)\}\}$/gm, (_, name: string) =>
        read(join(folder, 'examples', name)).trimEnd(),
      ),
    }))
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
