import { runService } from '../run-service.ts'

/** What a test asks the service to do. */
export type ServiceCommand =
  | { readonly do: 'greet'; readonly name: string }
  | { readonly do: 'exit' | 'block' | 'never-stop' }

runService<ServiceCommand, string>(({ emit }) => {
  let stopped = Promise.resolve()
  return {
    receive(command) {
      if (command.do === 'greet') emit(`hello ${command.name} from ${process.pid}`)
      else if (command.do === 'never-stop') stopped = new Promise(() => setInterval(() => undefined, 1_000))
      else if (command.do === 'exit') process.exit(1)
      else for (;;);
    },
    stop: () => stopped,
  }
})
