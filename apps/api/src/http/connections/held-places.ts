import type { Socket } from 'node:net';

const holds = new WeakMap<Socket, () => boolean>();

export function setHold(socket: Socket, hold: () => boolean) {
  holds.set(socket, hold);
}

/** Makes a connection give way to nobody until its request is answered. False where it has given way already. */
export function holdPlace(socket: Socket): boolean {
  return holds.get(socket)?.() ?? true;
}
