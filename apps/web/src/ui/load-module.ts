import { NO_CONNECTION } from '../api/api-error.ts'
import { toastError } from './toast.ts'

const RELOADED = 'tradeloom-reloaded'
const RETRY_MS = 2000
const ONCE_IN_MS = 60_000
const TOAST = 'load-module'

/**
 * A part of the app that is loaded when it is needed. While no server answers it waits for it: a reload then would end
 * on an error page of the browser and take drafts and uploads with it. When the server answers and the part is gone, the
 * app was updated; one reload brings the new one.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await isServerThere()) {
        // A part that is gone for good must not reload the page for ever.
        if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < ONCE_IN_MS) throw error
        sessionStorage.setItem(RELOADED, String(Date.now()))
        location.reload()
        return new Promise(() => {})
      }
      toastError(`${NO_CONNECTION}. The page opens when it is back`, TOAST)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}
