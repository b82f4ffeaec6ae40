// The part of the editor's type service that we use; the library has no declarations for it.
declare module 'monaco-editor/languages/features/typescript/tsWorker' {
  export interface WorkerContext {
    getMirrorModels(): readonly {
      readonly uri: { readonly path: string; toString(): string }
      readonly version: number
      getValue(): string
    }[]
  }
  export interface CreateData {
    readonly compilerOptions: object
    readonly extraLibs: Readonly<Record<string, { readonly content: string; readonly version: number }>>
    readonly inlayHintsOptions?: object
  }
  export interface Span {
    readonly start: number
    readonly length: number
  }
  export interface MessageChain {
    readonly messageText: string
    readonly next?: readonly MessageChain[]
  }
  export interface Diagnostic {
    readonly code: number
    readonly start?: number
    readonly length?: number
    readonly messageText: string | MessageChain
    readonly relatedInformation?: readonly Diagnostic[]
    readonly file?: { readonly fileName: string }
  }
  export interface Completions {
    readonly isMemberCompletion: boolean
    readonly entries: readonly { readonly name: string; readonly replacementSpan?: Span }[]
    readonly optionalReplacementSpan?: Span
  }
  export class TypeScriptWorker {
    constructor(context: WorkerContext, data: CreateData)
    _getModel(file: string): { getValue(): string; readonly version: number } | null
    _getScriptText(file: string): string | undefined
    getScriptKind(file: string): number
    getSemanticDiagnostics(file: string): Promise<readonly Diagnostic[]>
    getCompletionsAtPosition(file: string, position: number): Promise<Completions | undefined>
    getCompletionEntryDetails(file: string, position: number, entry: string): Promise<unknown>
    getSignatureHelpItems(
      file: string,
      position: number,
      options: unknown,
    ): Promise<{ readonly applicableSpan: Span } | undefined>
    getQuickInfoAtPosition(file: string, position: number): Promise<{ readonly textSpan: Span } | undefined>
    updateExtraLibs(libs: CreateData['extraLibs']): Promise<void>
  }
}

declare module 'monaco-editor/languages/features/typescript/ts.worker' {
  import type { CreateData, WorkerContext } from 'monaco-editor/languages/features/typescript/tsWorker'

  export function initialize(create: (context: WorkerContext, data: CreateData) => object): void
}
