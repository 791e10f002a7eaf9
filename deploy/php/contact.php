<?php
// The smallest backend that does what POST /contact.php promises and keeps what it gets: a line of JSON for each request.
// An example for trying the whole shape on a laptop (compose.yaml); a real one tells somebody too.
declare(strict_types=1);

header('Content-Type: application/json');
header('Cache-Control: no-store');

function answer(int $status, bool $ok): never
{
    http_response_code($status);
    echo json_encode(['ok' => $ok]);
    exit;
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    header('Allow: POST');
    answer(405, false);
}

foreach (['name', 'mobile', 'email'] as $field) {
    if (!is_string($_POST[$field] ?? null) || trim($_POST[$field]) === '') {
        answer(422, false);
    }
}

// The site's id of the request: one that is sent again is not kept twice.
$id = $_SERVER['HTTP_IDEMPOTENCY_KEY'] ?? bin2hex(random_bytes(16));
$file = @fopen(getenv('CALLBACKS_FILE') ?: '/data/callbacks.jsonl', 'a+');
if ($file === false || !flock($file, LOCK_EX)) {
    answer(500, false);
}
while (($line = fgets($file)) !== false) {
    if ((json_decode($line, true)['id'] ?? null) === $id) {
        answer(200, true);
    }
}
$record = ['id' => $id, 'receivedAt' => $_SERVER['HTTP_X_RECEIVED_AT'] ?? gmdate('c')] + $_POST;
$text = json_encode($record, JSON_INVALID_UTF8_SUBSTITUTE) . "\n";
if (fwrite($file, $text) !== strlen($text) || !fsync($file)) {
    answer(500, false);
}
answer(200, true);
