import { once } from 'node:events'
import { connect } from 'node:net'

/** Everything a server returns for these bytes until either side closes the connection. */
export async function sendBytes(origin: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}
