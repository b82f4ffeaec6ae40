// Runs the TypeScript language service off the page's thread.
import { initialize } from 'monaco-editor/languages/features/typescript/ts.worker'
import { TypeService } from './type-service.ts'

// The library's worker creates its own service on the first message; ours replaces it.
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- replaces the library's handler
globalThis.onmessage = () => initialize((context, data) => new TypeService(context, data))
