/** Notifications of sessions that were created or stopped. */
export const SESSIONS_CHANNEL = 'tradeloom_sessions'
