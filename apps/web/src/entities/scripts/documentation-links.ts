import type * as Monaco from 'monaco-editor/editor'
import { queryClient } from '../../api/query-client.ts'
import { navigationQuery } from '../documentation/documentation-queries.ts'
import { showDocumentation } from '../documentation/requested-documentation.ts'

const COMMAND = 'tradeloom.documentation'

/** Adds a link to the documentation pane to the hover of every API name. */
export function registerDocumentationLinks(monaco: typeof Monaco): void {
  let paths: ReadonlySet<string | null> = new Set()
  queryClient
    .ensureQueryData(navigationQuery)
    .then(({ sections }) => (paths = new Set(sections.flatMap(({ pages }) => pages.map(({ path }) => path)))))
    // Hovers have no links then; the pane shows the error.
    .catch(() => null)
  monaco.editor.registerCommand(COMMAND, (_, path: unknown) => showDocumentation(String(path)))
  monaco.languages.registerHoverProvider('typescript', {
    provideHover(model, position) {
      const word = model.getWordAtPosition(position)
      if (word === null) return null
      const before = model.getLineContent(position.lineNumber).slice(0, word.startColumn - 1)
      const path = /\bindicators\.$/.test(before) ? `indicators.${word.word}` : word.word
      if (!paths.has(path) || (path === word.word && before.endsWith('.'))) return null
      const target = `command:${COMMAND}?${encodeURIComponent(JSON.stringify([path]))}`
      return {
        contents: [{ value: `[Documentation for ${path}](${target})`, isTrusted: { enabledCommands: [COMMAND] } }],
      }
    },
  })
}
