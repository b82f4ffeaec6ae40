import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { tanstackRouterGenerator } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leanContracts } from './lean-contracts.ts'
import { leanZod } from './lean-zod.ts'
import { mantineStyles } from './mantine-styles.ts'
import { RARE_CONTRACTS, rareContracts } from './rare-contracts.ts'
import { routePages } from './route-pages.ts'

const SERVER = process.env['TRADELOOM_URL'] ?? 'http://127.0.0.1:7070'
const COMPRESSED = /\.(js|css|html|svg|ttf)$/

/** They need nothing that the first page does not have. */
const SMALL_PARTS =
  /@tabler[\\/]|[\\/](ComboboxChevron|Flex|NativeSelect|get-parsed-combobox-data)[\\/]|web[\\/]src[\\/](entities[\\/]algorithms[\\/]check-(badge|labels)|features[\\/]algorithms[\\/](clone[\\/]clone-button|tags)|entities[\\/]settings[\\/]use-utc-dates|ui[\\/](badges|decimal-separator|match-count|page|panel|spark-line|stat|use-is-narrow|use-sending|use-overflow-shadow))\./
const TABLE =
  /@tanstack[\\/](react-table|table-core|react-virtual|virtual-core)|web[\\/]src[\\/]ui[\\/](data-table|row-cards|table-row)\./
/** What the pages of an algorithm share, apart from fields: none of it needs a large library. */
/** Pages of administrators. */
const ADMIN =
  /[\\/](admin|audit|backups|emergency-kit|master-keys|outbox|packages|payments|sign-in|source-switches|storage|user|users|venues)-page-/
/** What panels, and pages with panels, have in common and need nothing large for: a dashboard asks for most of these files. */
const DESK =
  /web[\\/]src[\\/](charts[\\/]price-chart[\\/]chart-shortcuts|entities[\\/](accounts[\\/](?!accounts\.)|charts[\\/](chart-overlay|drawing-shortcuts)|datasets[\\/]dataset-options|instruments[\\/](instrument-link|match-instrument|use-instruments?|use-stable-instrument|favorites|group-instruments)|orders[\\/](?!closed-note)|panels[\\/]|positions[\\/](levels-state|drop-level|trading-tables\.module|ask-to-delete)|prices[\\/])|features[\\/](trading[\\/](confirm[\\/]confirm-state|entry[\\/](confirm-trade\.module|failure-alert|quantity-shares\.module|use-sending|use-throttled-price|order-circumstances|order-funds)|positions[\\/](profits-text|ask-to-close)|ticket[\\/](ticket-bar|read-ticket)|tile[\\/]double-click|trade-dialogs)|markets[\\/](book-shortcuts|favorites|instrument-shortcuts))|pages[\\/]dashboard[\\/](dashboard-shortcuts|title-of-panel)|realtime[\\/])/
/** Tables of positions and orders. */
const POSITIONS = /web[\\/]src[\\/]entities[\\/](alerts|positions)[\\/]/
/** What the panels of a layout that nobody changed show, and what their dialogs share with them: most users see all of it at once. */
const PANELS =
  /web[\\/]src[\\/]features[\\/](markets[\\/](instruments|market-chart|order-book|trades|ticker)|trading[\\/](accounts[\\/]balances|orders[\\/](orders|executions)|positions[\\/](open|closed)-positions|ticket[\\/]trade-ticket|tile[\\/]price-tile))\.tsx/
/** Charts of prices, with their tools. */
const PRICE_CHART =
  /web[\\/]src[\\/](charts[\\/](price-chart|drawings)|entities[\\/]charts[\\/](?!indicators[\\/]parameter-form|toolbar[\\/]calendar))/
const WORKSPACE =
  /web[\\/]src[\\/](features[\\/]algorithms[\\/]header[\\/]use-update-|entities[\\/](algorithms[\\/](use-route-|version-label)|runs[\\/](run-labels|use-run-actions)|scripts[\\/]editor\.module)|features[\\/]backtests[\\/](lazy-new-|new-backtest-button|star-button|stopping|use-backtest-actions|use-update-backtest|verification-queries|result[\\/]verify[\\/]verification-(badge|entry|panel))|charts[\\/](charts\.module|parts\.module|table-toggle)|ui[\\/](banner|field-errors|profit-terms|splitter|subject-header))|@mantine[\\/].*[\\/](Alert|Anchor|Badge|CopyButton|Kbd|Progress|Tabs|use-clipboard|use-disclosure|use-interval|use-resize-observer)[\\/.]/
/** What the pages of editors share, without the code editor itself. */
const WRITING =
  /web[\\/]src[\\/](entities[\\/](scripts[\\/](code-surface|diff-surface|draft-store|plain-surface|problem-list|problems|script-analysis|use-editor-keys|use-leave-guard|quick-fixes[\\/]fixes)|documentation[\\/](documentation-link|requested-documentation))|features[\\/]documentation[\\/](documentation-contents|search-documentation|example-block|inline-text|page-blocks)|pages[\\/]edit[\\/]side-pane)|packages[\\/]script[\\/]src[\\/](api-names|starter-script)\./
/** What results and optimizations share: figures, and small charts without a library of their own. */
const FIGURES =
  /node_modules[\\/](d3-|internmap)|packages[\\/]metrics[\\/]|web[\\/]src[\\/](charts[\\/](chart-colors|donut|use-guarded-wheel|values-table|week-grid|wheel-hint)|entities[\\/](datasets[\\/](decimals-of|quality-badges|series-queries|use-open-keys|use-run-series)|instruments[\\/]quality-(cells|timeline))|features[\\/](backtests[\\/](note-dialog|result[\\/]metrics[\\/]metric-format))|ui[\\/]after-paint)/
/** The fields of numbers, which a third of the pages have. */
const NUMBERS = /node_modules[\\/](react-number-format|@mantine[\\/].*[\\/]NumberInput)[\\/]/
/** What floats beside another element, without the fields that have it. */
const FLOATING =
  /node_modules[\\/](@floating-ui|@mantine[\\/]core[\\/].*[\\/](Popover|Tooltip|Portal|FocusTrap|Floating))[\\/]/
/** Other fields, and menus. */
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
      // A build that has failed writes nothing, and its own message must not be hidden by one from here.
      if (!existsSync(folder)) return
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

// The server refuses foreign origins; in development the page has one.
const proxied = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } }

export default defineConfig({
  plugins: [
    mantineStyles(),
    leanZod(),
    leanContracts(),
    rareContracts(),
    tanstackRouterGenerator(),
    react(),
    routePages(),
    preCompress(),
  ],
  worker: { format: 'es' },
  optimizeDeps: { entries: ['index.html'] },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 8000,
    modulePreload: {
      // What a page asks for ahead is listed in the code of every page. The few people who administrate wait a moment longer.
      resolveDependencies: (file, deps) => (ADMIN.test(file) ? deps.filter((dep) => dep.endsWith('.css')) : deps),
    },
    rolldownOptions: {
      output: {
        // Every page has the names of all files, of which hashes are the part that does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // One chunk in order of import: zod must know the page's policy before the first schema is created.
            {
              name: 'contracts',
              test: (id) =>
                /node_modules[\\/]zod[\\/]|packages[\\/]contracts[\\/]|web[\\/]src[\\/]start\.ts/.test(id) &&
                !RARE_CONTRACTS.test(id) &&
                // Loaded with the ticket alone.
                !/[\\/]order-templates\.ts$/.test(id),
            },
            { name: 'rare-contracts', test: RARE_CONTRACTS },
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
            { name: 'writing', test: WRITING, minShareCount: 2 },
            { name: 'table', test: TABLE },
            { name: 'numbers', test: NUMBERS },
            { name: 'floating', test: FLOATING, minShareCount: 6 },
            { name: 'fields', test: FIELDS, minShareCount: 6 },
            { name: 'figures', test: FIGURES, minShareCount: 2 },
            {
              name: 'lightweight-charts',
              test: /lightweight-charts|fancy-canvas|[\\/]chart-theme\./,
              minShareCount: 2,
            },
            { name: 'desk', test: DESK, minShareCount: 2 },
            { name: 'positions', test: POSITIONS, minShareCount: 2 },
            { name: 'price-chart', test: PRICE_CHART, minShareCount: 2 },
            { name: 'panels', test: PANELS },
            // With its keys, which the list of all keys has, too.
            { name: 'bell-and-switch', test: /[\\/](bell-and-switch|kill-shortcuts)\.tsx?$/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api/': proxied,
      '/api-docs/includes': proxied,
      '/openapi.json': proxied,
      '/asyncapi.json': proxied,
      '/public-api': proxied,
      '/kill': proxied,
      '/documentation/includes': proxied,
      '/login': proxied,
      '/oauth': proxied,
      '/healthz': proxied,
      '/socket': { ...proxied, ws: true },
    },
  },
})
