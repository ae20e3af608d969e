export function dietStatusLabel(active: boolean): string {
  return active ? 'Activa' : 'Inactiva';
}
