// Runs the TypeScript language service beside the page.
import { initialize } from 'monaco-editor/languages/features/typescript/ts.worker'
import { TypeService } from './type-service.ts'

// The library's worker makes its own service on the first message; this one takes its place.
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- the library's handler is the one to be replaced
globalThis.onmessage = () => initialize((context, data) => new TypeService(context, data))
