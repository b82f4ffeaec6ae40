import './start.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './styles/fonts/fonts.css'
import './styles/tokens.css'
import '@mantine/core/styles.layer.css'
import './styles/base.css'
import './styles/boot-frame.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { refetchFailed } from './realtime/refetch-failed.ts'
import { socket } from './realtime/socket.ts'
import { watchSessionEnd } from './entities/user/login.ts'
import { openMailedLink } from './features/auth/open-mailed-link.ts'
import { keepEarlyKeys } from './entities/scripts/early-keys.ts'
import { router } from './router.ts'
import { Modals } from './ui/modals.tsx'
import { Toasts } from './ui/toasts.tsx'
import { Themed } from './themed.tsx'

watchSessionEnd()
openMailedLink()
keepEarlyKeys()
refetchFailed(queryClient, socket, window)
socket.start()

// The data of the first page is requested before React draws its frame.
void router.load()

const container = document.querySelector('#root')
if (container === null) throw new Error('The page has no #root')

createRoot(container).render(
  <StrictMode>
    <Themed>
      <QueryClientProvider client={queryClient}>
        <Modals />
        <Toasts />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Themed>
  </StrictMode>,
)
