import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** What pages load by themselves once they are drawn, not on request. */
const SHOWN_AT_ONCE = /[\\/]charts[\\/]equity-chart\.tsx$/

type Bundle = Rolldown.OutputBundle

/** The parts of a page's code and its styles. */
interface PageParts {
  readonly scripts: ReadonlySet<string>
  readonly styles: ReadonlySet<string>
}

/**
 * Writes a page for each route, which asks for the code of the route together with the frame's: the browser would otherwise
 * learn of it when it runs the frame. `routes.json` tells the server which addresses there are, and their pages; it answers
 * others with 404 and `index.html`.
 */
export function routePages(): Plugin {
  return {
    name: 'route-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('route-pages.ts found no index.html')
        const html = String(page.source)
        const routes: Record<string, string> = {}
        for (const { path, files } of await routesOf(join(import.meta.dirname, 'src'))) {
          const components = files.flatMap((file) => this.getModuleInfo(file)?.dynamicallyImportedIds ?? [])
          // A route that only leads to another has none.
          const fileName = `pages/${path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'}.html`
          routes[path] = fileName
          this.emitFile({ type: 'asset', fileName, source: withParts(html, partsOf(components, bundle)) })
        }
        this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(routes) })
      },
    },
  }
}

/** A browser has six connections to a server: the frame comes first. */
const AFTER_FRAME = 'crossorigin fetchpriority="low"'

/** Paths of the routes, and the files of each: its own and those of the routes around it. */
async function routesOf(folder: string): Promise<{ readonly path: string; readonly files: readonly string[] }[]> {
  const tree = await readFile(join(folder, 'route-tree.generated.ts'), 'utf8')
  const fileOf = new Map(
    [...tree.matchAll(/import \{ Route as (\w+)Import \} from '\.\/(.+)'/g)].map(([, ...one]) => one),
  )
  const addresses = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  const routes = [...addresses.matchAll(/'([^']+)': typeof (\w+)/g)].map(([, path = '', name = '']) => {
    const file = fileOf.get(name)
    if (file === undefined) throw new Error(`route-pages.ts found no file of ${path}`)
    const around = [...fileOf.values()].filter(
      (other) => other.endsWith('/route.tsx') && file.startsWith(other.slice(0, -'route.tsx'.length)),
    )
    const files = [...new Set([...around, file])].map((one) => join(folder, one))
    return { path: path.replaceAll(/\$(\w+)/g, ':$1'), files }
  })
  if (routes.length === 0) throw new Error('route-pages.ts found no routes in route-tree.generated.ts')
  return routes
}

/** The chunks of modules, with all that they import and show at once. */
function partsOf(modules: readonly string[], bundle: Bundle): PageParts {
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  const add = (name: string): void => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || scripts.has(name)) return
    scripts.add(name)
    for (const imported of chunk.imports) add(imported)
    for (const later of chunk.dynamicImports) if (isShownAtOnce(bundle[later])) add(later)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
  }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => modules.includes(id))) add(chunk.fileName)
  }
  return { scripts, styles }
}

function isShownAtOnce(part: Bundle[string] | undefined): boolean {
  return part?.type === 'chunk' && SHOWN_AT_ONCE.test(part.facadeModuleId ?? '')
}

function withParts(html: string, { scripts, styles }: PageParts): string {
  // The frame's own are there already.
  const isMissing = (name: string): boolean => !html.includes(`"/${name}"`)
  const links = [
    ...[...scripts].filter(isMissing).map((name) => `<link rel="modulepreload" ${AFTER_FRAME} href="/${name}">`),
    ...[...styles].filter(isMissing).map((name) => `<link rel="preload" as="style" ${AFTER_FRAME} href="/${name}">`),
  ]
  return html.replace('  </head>', `${links.map((link) => `    ${link}\n`).join('')}  </head>`)
}
