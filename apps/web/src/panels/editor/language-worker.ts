// Runs the TypeScript language service beside the page.
import 'monaco-editor/languages/features/typescript/ts.worker'
