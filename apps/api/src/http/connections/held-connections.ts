import type { Socket } from 'node:net';

const holdBySocket = new WeakMap<Socket, () => boolean>();

export function setConnectionHold(socket: Socket, hold: () => boolean) {
  holdBySocket.set(socket, hold);
}

/** Makes a connection give way to nobody until its request is answered. False where it has given way already. */
export function holdConnection(socket: Socket): boolean {
  return holdBySocket.get(socket)?.() ?? true;
}
