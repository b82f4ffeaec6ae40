import type * as Monaco from 'monaco-editor/editor'
import { apiTypings } from './api-typings.ts'
import { showDocumentation } from './documentation.ts'
import { parseTypings } from './parse-typings.ts'
import { docEntries } from './search-docs.ts'

const COMMAND = 'tradeloom.documentation'

/** Adds a link to the documentation pane to the hover of every API name. */
export function registerDocumentationLinks(monaco: typeof Monaco): void {
  const paths = new Set(docEntries(parseTypings(apiTypings)).map(({ path }) => path))
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
