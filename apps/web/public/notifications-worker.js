// Shows pushes of this server while none of its pages is open. It caches nothing and changes no request.

self.addEventListener('push', (event) => {
  const { title, body, url, tag, isCritical } = event.data.json()
  const options = { body, tag, icon: '/favicon.svg', requireInteraction: isCritical, data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data.url))
})

/** Only pages of this server: the push names the page, not whose it is. */
async function show(address) {
  const { pathname, search } = new URL(address)
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return self.clients.openWindow(pathname + search)
  await page.focus()
  return page.navigate(pathname + search).catch(() => self.clients.openWindow(pathname + search))
}
