export function ExerciseFormScreen() {
  return null;
}
