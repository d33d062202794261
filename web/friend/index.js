// Games by link with a friend, and the table's questions to the player.

export { createFriend } from "./friend.js";
export { inviteFriend } from "./invite.js";
export { openQuestion } from "./question.js";
