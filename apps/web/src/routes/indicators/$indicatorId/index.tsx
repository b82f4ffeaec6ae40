import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/indicators/$indicatorId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/indicators/$indicatorId/edit', params, search: true, replace: true })
  },
})
