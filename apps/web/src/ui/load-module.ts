import { NO_CONNECTION } from '../api/api-error.ts'
import { toastError } from './toast.ts'

const RELOADED = 'tradeloom-reloaded'
const RETRY_MS = 2000
const ONCE_IN_MS = 60_000
const TOAST = 'load-module'

/**
 * Loads a part of the app on demand. While the server does not answer it keeps trying: a reload would end on the
 * browser's error page and lose drafts and uploads. When the server answers but the part is gone, the app was updated;
 * one reload loads the new one.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await isServerUp()) {
        // A part that stays missing must not reload the page forever.
        if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < ONCE_IN_MS) throw error
        sessionStorage.setItem(RELOADED, String(Date.now()))
        location.reload()
        return new Promise(() => {})
      }
      toastError(`${NO_CONNECTION}. The page opens when the server is back`, TOAST)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

async function isServerUp(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}
