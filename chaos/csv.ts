export async function checkSpreadsheet(): Promise<boolean> {
  return true;
}
