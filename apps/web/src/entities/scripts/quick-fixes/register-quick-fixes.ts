import type * as Monaco from 'monaco-editor/editor'
import { fixesFor } from './fixes.ts'

/** Offers quick fixes at the editor's light bulb and in the hover of a problem. */
export function registerQuickFixes(monaco: typeof Monaco): void {
  monaco.languages.registerCodeActionProvider('typescript', {
    provideCodeActions(model, _, { markers }) {
      const lines = model.getLinesContent()
      const actions = markers.flatMap((marker) => {
        const { message, startLineNumber: line, startColumn: column, endLineNumber, endColumn: end } = marker
        const endColumn = endLineNumber === line ? end : column + 1
        return fixesFor({ message, lines, line, column, endColumn }).map(
          ({ title, text, ...place }, i): Monaco.languages.CodeAction => ({
            title,
            kind: 'quickfix',
            diagnostics: [marker],
            isPreferred: i === 0,
            edit: {
              edits: [
                {
                  resource: model.uri,
                  versionId: model.getVersionId(),
                  textEdit: { range: new monaco.Range(place.line, place.column, place.line, place.endColumn), text },
                },
              ],
            },
          }),
        )
      })
      return { actions, dispose: () => {} }
    },
  })
}
