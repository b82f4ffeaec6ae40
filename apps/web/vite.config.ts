import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { tanstackRouterGenerator } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leanZod } from './lean-zod.ts'
import { mantineStyles } from './mantine-styles.ts'

const SERVER = process.env['TRADELOOM_URL'] ?? 'http://127.0.0.1:7070'
const COMPRESSED = /\.(js|css|html|svg|ttf)$/

/** They need nothing that the first page does not have. */
const SMALL_PARTS =
  /@tabler[\\/]|[\\/](ComboboxChevron|NativeSelect|get-parsed-combobox-data)[\\/]|web[\\/]src[\\/]ui[\\/](badges|match-count|page|panel|spark-line|stat)\./
const TABLE =
  /@tanstack[\\/](react-table|table-core|react-virtual|virtual-core)|web[\\/]src[\\/]ui[\\/](data-table|table-row|use-overflow-shadow)\./
/** What the pages of an algorithm share, apart from fields: none of it needs a large library. */
const WORKSPACE =
  /web[\\/]src[\\/](features[\\/]algorithms[\\/](header[\\/]use-update-|use-route-|version-label)|features[\\/]backtests[\\/](backtest-labels|lazy-new-|new-backtest-button|star-button|stopping|use-backtest-actions|use-update-backtest)|features[\\/]editor[\\/]editor\.module|charts[\\/](charts\.module|parts\.module|table-toggle)|ui[\\/](banner|field-errors|splitter|subject-header))|@mantine[\\/].*[\\/](Anchor|Badge|CopyButton|Radio|Tabs|use-clipboard|use-disclosure|use-resize-observer)[\\/.]/
/** Fields, menus and what floats. */
const FIELDS = /node_modules[\\/](@mantine[\\/](core|hooks)|@floating-ui|aria-hidden|react-remove-scroll)/

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compresses once at build time what would otherwise be compressed for every visitor; small files gain nothing. */
function preCompress(): Plugin {
  let folder = ''
  return {
    name: 'pre-compress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      for (const entry of entries) {
        if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = await readFile(path)
        if (content.length < 1024) continue
        // Quality 9 costs a tenth of 11's time on the TypeScript worker and is within a few percent of its size.
        const params = { [constants.BROTLI_PARAM_QUALITY]: content.length > 2_000_000 ? 9 : 11 }
        await writeFile(`${path}.br`, await toBrotli(content, { params }))
        await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }))
      }
    },
  }
}

/** Lists the addresses of the route files for the server, which answers each of them with the page and others with 404. */
function listRoutes(): Plugin {
  return {
    name: 'list-routes',
    apply: 'build',
    async generateBundle() {
      const tree = await readFile(join(import.meta.dirname, 'src/route-tree.generated.ts'), 'utf8')
      const interfaceText = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? ''
      const paths = [...interfaceText.matchAll(/'([^']+)':/g)].map(([, path = '']) =>
        path.replaceAll(/\$(\w+)/g, ':$1'),
      )
      if (paths.length === 0) throw new Error('No routes found in route-tree.generated.ts')
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(paths) })
    },
  }
}

// The server refuses foreign origins; in development the page has one.
const proxied = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } }

export default defineConfig({
  plugins: [mantineStyles(), leanZod(), tanstackRouterGenerator(), react(), listRoutes(), preCompress()],
  worker: { format: 'es' },
  optimizeDeps: { entries: ['index.html'] },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 8000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One chunk in order of import: zod must know the page's policy before the first schema is created.
            {
              name: 'contracts',
              test: /node_modules[\\/]zod[\\/]|packages[\\/]contracts[\\/]|web[\\/]src[\\/]start\.ts/,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'tanstack',
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-query|query-core)/,
            },
            // The rest of what every page needs: two dozen small files would cost a page more than their content.
            { name: 'frame', tags: ['$initial'] },
            // What other pages have in common. Of small files, a page would request fifty, each of which waits for its turn.
            { name: 'parts', test: SMALL_PARTS, minShareCount: 2 },
            { name: 'workspace', test: WORKSPACE, minShareCount: 2 },
            { name: 'table', test: TABLE },
            { name: 'fields', test: FIELDS, minShareCount: 6 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': proxied,
      '/public-api': proxied,
      '/documentation/includes': proxied,
      '/login': proxied,
      '/healthz': proxied,
      '/socket': { ...proxied, ws: true },
    },
  },
})
