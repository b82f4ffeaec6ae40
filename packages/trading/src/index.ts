export { INTENT_KINDS, type IntentKind, type IntentPayload } from './intents/intent-payload.ts'
export { INTENT_STATES, type IntentState } from './intents/intent-state.ts'
