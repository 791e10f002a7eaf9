<?php
// The smallest backend that keeps the agreement of POST /contact.php: it takes the form, answers JSON and tells nobody.
// A stand-in for trying the whole shape on a laptop (compose.yaml); the real one sends the message on.
declare(strict_types=1);

header('Content-Type: application/json');
header('Cache-Control: no-store');

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    http_response_code(405);
    header('Allow: POST');
    echo json_encode(['ok' => false]);
    exit;
}

foreach (['name', 'mobile', 'email'] as $field) {
    if (!is_string($_POST[$field] ?? null) || trim($_POST[$field]) === '') {
        http_response_code(422);
        echo json_encode(['ok' => false]);
        exit;
    }
}

// The site's own number of the request, to find it in both logs; nothing of what the caller typed.
error_log('callback request ' . preg_replace('/[^\w-]/', '', $_SERVER['HTTP_X_REQUEST_ID'] ?? '-'));
echo json_encode(['ok' => true]);
